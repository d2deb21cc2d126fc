//! The way from the deciding node to a carried visitor; for a spectator, with the events of its room's feed in between.

use std::{future::poll_fn, io, sync::Arc};

use admission::Payer;
use compute::ComputePool;
use connection::{carry_note::CarryNote, frame_buffer::FrameBuffer, stream::StreamWriter};
use link::CarriedReader;
use protocol::{Accepted, Answer, Frame, Refusal, Reply};
use rooms::render;

use super::{
    decider_link::DeciderLink,
    frame_cutter::{ChunkPart, FrameCutter},
    room_feed::{FeedPosition, FeedRead},
};

/// One visitor's frames on their way.
pub struct Downstream<'a> {
    link: &'a Arc<DeciderLink>,
    /// The visitor's number on that link.
    socket: u64,
    from: CarriedReader,
    to: &'a StreamWriter,
    reviewer: Reviewer<'a>,
    cutter: FrameCutter,
    /// Where a spectator is in its room's feed.
    watching: Option<FeedPosition>,
    /// Bytes from the node that decides wait for an event of the feed.
    pause: Option<Pause>,
}

/// Where the games of a visitor are searched.
#[derive(Clone, Copy)]
pub struct Reviewer<'a> {
    /// This node's searches.
    pub pool: &'a ComputePool,
    /// Owner of the budget that pays.
    pub payer: Payer,
}

/// A wait for an event.
#[derive(Clone, Copy)]
struct Pause {
    /// The event.
    seq: u64,
    /// Whether the spectator leaves the room after it.
    leaves: bool,
}

impl<'a> Downstream<'a> {
    /// Bytes from there, for that socket.
    pub fn new(
        link: &'a Arc<DeciderLink>,
        socket: u64,
        from: CarriedReader,
        to: &'a StreamWriter,
        reviewer: Reviewer<'a>,
    ) -> Downstream<'a> {
        Downstream {
            link,
            socket,
            from,
            to,
            reviewer,
            cutter: FrameCutter::default(),
            watching: None,
            pause: None,
        }
    }

    /// Passes everything on, to the end.
    ///
    /// # Errors
    /// When one of both has gone.
    pub async fn run(&mut self) -> io::Result<()> {
        loop {
            if self.cutter.is_between_frames() && self.pass_on_events().await? {
                continue;
            }
            if self.is_filled().await? {
                if self.from.filled().is_empty() {
                    return Ok(());
                }
                self.pass_on().await?;
            }
        }
    }

    /// Waits until something has come: true, from the node that decides, or its end; false, from the feed.
    async fn is_filled(&mut self) -> io::Result<bool> {
        let (from, is_open) = (&mut self.from, self.pause.is_none());
        let is_between = self.cutter.is_between_frames();
        let changed = async {
            match self.watching.as_mut().filter(|_| is_between) {
                Some(watching) => watching.changed().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            filled = poll_fn(|cx| from.poll_fill(cx)), if is_open => filled.map(|()| true),
            () = changed => Ok(false),
        }
    }

    /// Writes what the feed has. Whether that was something, or nothing is waited for any more.
    async fn pass_on_events(&mut self) -> io::Result<bool> {
        let Some(watching) = &mut self.watching else {
            // Of a spectator that has lost its place: a snapshot comes.
            return Ok(self.pause.take().is_some());
        };
        if let Some(pause) = self.pause.take_if(|pause| watching.has(pause.seq)) {
            self.watching.take_if(|_| pause.leaves);
            return Ok(true);
        }
        match watching.read() {
            // Something is waited for that does not come.
            FeedRead::Ended if self.pause.is_some() => self.lose(),
            FeedRead::Nothing | FeedRead::Ended => return Ok(false),
            FeedRead::Frames(frames) => write_all(self.to, &frames).await?,
            FeedRead::Lost => self.lose(),
        }
        Ok(true)
    }

    /// The spectator's place is lost: the node that decides has to send a snapshot.
    fn lose(&mut self) {
        if let Some(FeedPosition { room, began, .. }) = self.watching.take() {
            let (link, socket) = (Arc::clone(self.link), self.socket);
            tokio::spawn(async move { link.resync(socket, room, began).await });
        }
    }

    /// Takes the beginning of the bytes that have come.
    async fn pass_on(&mut self) -> io::Result<()> {
        match self.cutter.cut(self.from.filled()) {
            ChunkPart::Pass(bytes) => self.write_through(bytes).await,
            ChunkPart::Keep(bytes) => {
                self.from.consume(bytes);
                Ok(())
            }
            ChunkPart::Release(bytes, kept) => {
                self.from.consume(bytes);
                write_all(self.to, &kept).await
            }
            ChunkPart::Note(bytes, note) => {
                self.from.consume(bytes);
                self.take(note).await
            }
            ChunkPart::Unreadable => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    async fn take(&mut self, note: CarryNote) -> io::Result<()> {
        let wait = |seq, leaves| Some(Pause { seq, leaves });
        match note {
            CarryNote::Attach { room, seq } => self.watching = Some(self.link.feed(room, seq)),
            CarryNote::Hold(seq) => self.pause = wait(seq, false),
            CarryNote::Detach(seq) => self.pause = wait(seq, true),
            CarryNote::Review { id, game } => {
                let Reviewer { pool, payer } = self.reviewer;
                let review = Box::pin(pool.review(game, payer)).await;
                return self.reply(id, review.map(Accepted::Review)).await;
            }
            CarryNote::Analyse { id, position } => {
                let Reviewer { pool, payer } = self.reviewer;
                let ranking = Box::pin(pool.analyse(position, payer)).await;
                return self.reply(id, ranking.map(Accepted::Analysis)).await;
            }
        }
        Ok(())
    }

    /// Writes the reply to a search before anything else: replies come in the order of the requests.
    async fn reply(&mut self, id: u64, answer: Result<Accepted, Refusal>) -> io::Result<()> {
        let answer = answer.map_or_else(Answer::refused, Answer::Ok);
        let mut frames = FrameBuffer::default();
        render::frame(&Frame::Reply(Reply { id, answer }), |text| {
            frames.text(text)
        });
        write_all(self.to, frames.waiting()).await
    }

    /// Writes that many of the bytes that have come; those that the socket does not take stay in the link's window.
    async fn write_through(&mut self, mut bytes: usize) -> io::Result<()> {
        while bytes > 0 {
            let written = write_some(self.to, &self.from.filled()[..bytes]).await?;
            self.from.consume(written);
            bytes -= written;
        }
        flush(self.to).await
    }
}

async fn write_all(to: &StreamWriter, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        bytes = &bytes[write_some(to, bytes).await?..];
    }
    flush(to).await
}

/// Writes as much as is taken, which is something.
async fn write_some(to: &StreamWriter, bytes: &[u8]) -> io::Result<usize> {
    loop {
        match to.try_write(bytes) {
            Err(why) if why.kind() == io::ErrorKind::WouldBlock => {
                poll_fn(|cx| to.poll_write_ready(cx)).await?;
            }
            written => return written,
        }
    }
}

async fn flush(to: &StreamWriter) -> io::Result<()> {
    while !to.try_flush()? {
        poll_fn(|cx| to.poll_write_ready(cx)).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
