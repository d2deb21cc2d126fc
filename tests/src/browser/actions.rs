//! A person's actions in a browser: clicks, chooses, types.

use fantoccini::{
    Locator,
    actions::{InputSource, KeyAction, KeyActions},
    elements::Element,
    error::CmdError,
    key::Key,
};
use serde_json::json;

use super::Browser;
use crate::soon;

/// The field of a reference to an element (W3C WebDriver, 12.1).
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

impl Browser {
    /// Clicks on the first thing that can be seen and used of those that a
    /// selector finds, as soon as there is one.
    ///
    /// # Panics
    /// When there is none.
    pub async fn click(&self, selector: &str) {
        let usable = format!(
            "[...document.querySelectorAll({})].find(one => one.checkVisibility() && !one.disabled && one.ariaDisabled !== 'true')",
            json!(selector)
        );
        self.until(selector, &format!("return {usable}")).await;
        let clicked = async {
            // Between the look and the click the page may have changed.
            while self.clicked(&usable).await.is_err() {
                tokio::task::yield_now().await;
            }
        };
        soon(&format!("a click on {selector}"), clicked).await;
    }

    /// One try. The page draws what has changed in its next frame, and what
    /// is drawn may move the button: a click goes to where it stands after that.
    async fn clicked(&self, usable: &str) -> Result<(), CmdError> {
        let script = format!(
            "const done = arguments[0];
            const rested = one => Promise.allSettled(document.getAnimations()
                .filter(({{ effect }}) => effect.target?.contains(one) && effect.getComputedTiming().endTime !== Infinity)
                .map(animation => animation.finished));
            requestAnimationFrame(() => requestAnimationFrame(() => {{
                const one = {usable};
                if (one) rested(one).then(() => done(one)); else done(null);
            }}))"
        );
        let found = self.client.execute_async(&script, vec![]).await?;
        let reference = found[ELEMENT].as_str().unwrap_or_default().to_owned();
        Element::from_element_id(self.client.clone(), reference.into())
            .click()
            .await
    }

    /// Takes one of several choices: a box that a selector finds. What is seen
    /// of it is drawn over it, so the box itself is asked.
    pub async fn choose(&self, selector: &str) {
        let taken = format!(
            "const box = document.querySelector({});
            if (box && !box.checked) box.click();
            return box?.checked",
            json!(selector)
        );
        self.until(selector, &taken).await;
    }

    /// Types into the field that a selector finds, replacing its text.
    ///
    /// # Panics
    /// When there is none.
    pub async fn fill(&self, selector: &str, text: &str) {
        self.has(selector).await;
        let is_empty = format!("return !document.querySelector({})?.value", json!(selector));
        let filled = async {
            // The page may take the place of what the server has drawn meanwhile.
            while self.filled(selector, text).await.is_err()
                || self.script(&is_empty).await != text.is_empty()
            {
                tokio::task::yield_now().await;
            }
        };
        soon(&format!("{text} in {selector}"), filled).await;
    }

    async fn filled(&self, selector: &str, text: &str) -> Result<(), CmdError> {
        // As a person does it: WebDriver's own clearing tells the page nothing, so a page that is drawn before the first key
        // brings the old text back.
        let [control, end, back] = [Key::Control, Key::Null, Key::Backspace].map(char::from);
        let field = self.client.find(Locator::Css(selector)).await?;
        field
            .send_keys(&format!("{control}a{end}{back}{text}"))
            .await
    }

    /// Presses a key, on whatever has the focus.
    ///
    /// # Panics
    /// When there is no window.
    pub async fn press(&self, key: impl Into<char>) {
        let value = key.into();
        let keys = KeyActions::new("keyboard".to_owned())
            .then(KeyAction::Down { value })
            .then(KeyAction::Up { value });
        let pressed = self.client.perform_actions(keys).await;
        pressed.expect("a window that takes keys");
    }
}
