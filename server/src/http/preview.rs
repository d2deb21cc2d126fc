//! Pictures of boards for previews of links: drawn at a lower priority than everybody's games,
//! addresses in turns, and kept for a while.

use std::time::Duration;

use admission::{AddressGroup, Cost, Payer};
use bytes::Bytes;
use game::{Mark, Rules};
use hyper::{Response, StatusCode};
use node::Node;
use picture::Drawing;
use protocol::view::Played;
use tokio::time::timeout;

use super::{
    Site,
    payment::pay,
    response::{HttpBody, kept_for_a_day, plain, response, retry_after, too_many_requests},
};

const BUSY: &str = "The picture is not drawn yet; try again in a few seconds.";
/// Longest time that somebody waits for a picture: messengers give up then, too.
const AT_MOST: Duration = Duration::from_secs(10);
/// After how many seconds to come back.
const RETRY_AFTER_S: u64 = 5;

/// Answers with a picture. Drawing it is paid for, and finding it drawn is not.
pub(super) async fn answer(
    site: &Site,
    source: AddressGroup,
    drawing: Drawing,
) -> Response<HttpBody> {
    if let Some(picture) = site.pictures.get(&drawing) {
        return send(picture);
    }
    if let Err(wait_ms) = pay(&site.node, source, Cost::PICTURE).await {
        return too_many_requests(wait_ms);
    }
    match in_time(kept(site, source, drawing)).await {
        Ok(picture) => send(picture),
        Err(PictureUnavailable) => busy(),
    }
}

/// It could not be drawn, or not in time.
struct PictureUnavailable;

async fn in_time<T>(
    picture: impl Future<Output = Result<T, PictureUnavailable>>,
) -> Result<T, PictureUnavailable> {
    timeout(AT_MOST, picture)
        .await
        .unwrap_or(Err(PictureUnavailable))
}

async fn kept(
    site: &Site,
    source: AddressGroup,
    drawing: Drawing,
) -> Result<Bytes, PictureUnavailable> {
    let picture = drawn(&site.node, Payer::Address(source), drawing.clone()).await?;
    site.pictures.put(drawing, picture.clone());
    Ok(picture)
}

async fn drawn(node: &Node, payer: Payer, drawing: Drawing) -> Result<Bytes, PictureUnavailable> {
    let png = node.pool.draw(payer, move || drawing.png()).await;
    png.flatten().map(Bytes::from).ok_or(PictureUnavailable)
}

fn busy() -> Response<HttpBody> {
    retry_after(StatusCode::SERVICE_UNAVAILABLE, BUSY, RETRY_AFTER_S)
}

fn send(picture: Bytes) -> Response<HttpBody> {
    response(StatusCode::OK, "image/png", picture)
}

/// The picture of links that lead to no board. Drawn once, so that nobody pays for it.
pub(super) async fn usual(site: &Site) -> Response<HttpBody> {
    let moves = [(4, Mark::X), (0, Mark::O), (2, Mark::X), (6, Mark::O)];
    let moves = moves.map(|(cell, mark)| Played {
        cell,
        mark,
        at_ms: 0,
        clock_ms: None,
    });
    let drawing = Drawing::played(Rules::default(), &moves, &[]);
    let picture = site
        .usual_picture
        .get_or_try_init(|| drawn(&site.node, Payer::Server, drawing));
    match in_time(picture).await {
        Ok(picture) => kept_for_a_day(send(picture.clone())),
        Err(PictureUnavailable) => busy(),
    }
}

/// A picture was asked for where there is none.
pub(super) fn none() -> Response<HttpBody> {
    plain(StatusCode::NOT_FOUND, "There is no picture here.")
}
