/** The part of the page that is loaded when somebody first asks for it, so that a first visit is lighter. */
export { analysisPanel, rankedSigns, toggleAnalysis } from "./ui/lazy/analysis.js";
export { chatDialog } from "./ui/lazy/chat.js";
export { deviceDialog, shareSeat, takeScreen } from "./ui/lazy/device.js";
export { subscribe } from "./ui/lazy/push.js";
