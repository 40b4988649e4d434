/** A fact by its name. */
export type Fact = (name: string) => string;

/** What we say to people (German) and what agents should do next (English). */
export interface Entry {
  readonly de: (fact: Fact) => string;
  readonly next: (fact: Fact) => string;
}
