/** A tool does not do what a model asks for; the message tells the model why, and what to do instead. */
export class Refusal extends Error {}
