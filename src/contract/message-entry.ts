/** A fact by its name. */
export type Fact = (name: string) => string;

/** What we say to people (German) and what agents should do next (English). */
export interface Entry {
  readonly de: (fact: Fact) => string;
  readonly next: (fact: Fact) => string;
}

/** The other half, for people at the dashboard: what the tools do not say. */
export interface Translated {
  /** The message in English. */
  readonly en: (fact: Fact) => string;
  /** The next action in German. */
  readonly dann: (fact: Fact) => string;
  /** The next action in English, where the one for agents speaks of calls and fields that a person does not see. */
  readonly remedy?: (fact: Fact) => string;
}
