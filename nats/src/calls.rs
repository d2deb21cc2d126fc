//! Questions to the nodes that are connected, to all of them or to one, and their answers, beside the log.

use std::time::Duration;

use async_nats::{Client, Subject, Subscriber};
use futures::StreamExt;
use tokio::time::{timeout, timeout_at};

use crate::{
    connect::{SubscribeError, subscribe},
    names::{self, Called},
    store::NatsStore,
};

/// The questions to this node. Dropping it ends the subscription.
pub struct Calls {
    client: Client,
    questions: Subscriber,
}

/// A question, which may be left without an answer.
pub struct Question {
    client: Client,
    asker: Option<Subject>,
    /// The question.
    pub content: Vec<u8>,
}

impl NatsStore {
    /// Takes the questions that are asked so.
    ///
    /// # Errors
    /// When the connection is closed for good.
    pub async fn take_calls(&self, called: Called<'_>) -> Result<Calls, SubscribeError> {
        let subject = names::calls(&self.cluster, called);
        let questions = subscribe(&self.client, subject).await?;
        Ok(Calls {
            client: self.client.clone(),
            questions,
        })
    }

    /// Answers of all nodes within this time. One that is cut off or dead answers nothing.
    ///
    /// # Errors
    /// When the connection is closed for good.
    pub async fn call(&self, within: Duration) -> Result<Vec<Vec<u8>>, SubscribeError> {
        let inbox = self.client.new_inbox();
        let mut replies = subscribe(&self.client, inbox.clone()).await?;
        let until = tokio::time::Instant::now() + within;
        let subject = names::calls(&self.cluster, Called::All);
        // Whoever does not hear it does not answer.
        let _ = self
            .client
            .publish_with_reply(subject, inbox, Vec::new().into())
            .await;
        let mut answers = Vec::new();
        while let Ok(Some(reply)) = timeout_at(until, replies.next()).await {
            // With an empty one the server says that nobody listens.
            if !reply.payload.is_empty() {
                answers.push(reply.payload.to_vec());
            }
        }
        Ok(answers)
    }

    /// Answer of the first of them within this time. Where nobody listens, that is known at once.
    pub async fn ask(
        &self,
        called: Called<'_>,
        question: Vec<u8>,
        within: Duration,
    ) -> Option<Vec<u8>> {
        let subject = names::calls(&self.cluster, called);
        let asked = self.client.request(subject, question.into());
        let answer = timeout(within, asked).await.ok()?;
        Some(answer.ok()?.payload.to_vec())
    }
}

impl Calls {
    /// The next question; nothing when the connection is closed for good.
    pub async fn next(&mut self) -> Option<Question> {
        let question = self.questions.next().await?;
        Some(Question {
            client: self.client.clone(),
            asker: question.reply,
            content: question.payload.to_vec(),
        })
    }
}

impl Question {
    /// Answers it. Who asked may be gone.
    pub async fn answer(self, answer: Vec<u8>) {
        if let Some(to) = self.asker {
            let _ = self.client.publish(to, answer.into()).await;
        }
    }
}
