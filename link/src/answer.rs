//! A stream that the other end opens, until it is taken, refused or answered.

use bytes::Bytes;
use h2::{RecvStream, SendStream, server::SendResponse};
use http::{HeaderValue, Request, Response, StatusCode};

use crate::{
    HEAD, WHY,
    halves::{CarriedReader, CarriedWriter},
};

/// Request of the other end.
#[derive(Debug)]
pub struct LinkRequest {
    request: Request<RecvStream>,
    response: SendResponse<Bytes>,
}

impl LinkRequest {
    pub(crate) fn new(request: Request<RecvStream>, response: SendResponse<Bytes>) -> LinkRequest {
        LinkRequest { request, response }
    }

    /// The text that names its purpose.
    pub fn head(&self) -> &str {
        let head = self.request.headers().get(HEAD);
        head.and_then(|head| head.to_str().ok()).unwrap_or_default()
    }

    /// Takes the stream; nothing when it is gone already.
    pub fn accept(mut self) -> Option<(CarriedReader, CarriedWriter)> {
        let writer = respond(&mut self.response, Response::new(()), false)?;
        let reader = CarriedReader::new(self.request.into_body());
        Some((reader, CarriedWriter::new(writer)))
    }

    pub fn refuse(mut self, why: &str) {
        let mut response = Response::new(());
        *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
        if let Ok(why) = HeaderValue::from_str(why) {
            response.headers_mut().insert(WHY, why);
        }
        let _ = respond(&mut self.response, response, true);
    }

    /// Answers it as a question. The answer leaves as the other end takes it.
    pub fn answer(mut self, answer: Vec<u8>) {
        if let Some(mut stream) = respond(&mut self.response, Response::new(()), false) {
            // Who asked may be gone.
            let _ = stream.send_data(answer.into(), true);
        }
    }
}

fn respond(
    to: &mut SendResponse<Bytes>,
    response: Response<()>,
    is_all: bool,
) -> Option<SendStream<Bytes>> {
    to.send_response(response, is_all).ok()
}
