import type { de } from './de/index.ts';
import type { settingsForm } from './de/settings-form.ts';

/** Every language has the shape of the German catalogue: a missing or surplus entry does not compile. */
type Shape<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...facts: infer F) => string
      ? (...facts: F) => string
      : T[K] extends readonly string[]
        ? readonly string[]
        : Shape<T[K]>;
};
export type Words = Shape<typeof de>;
/** Loaded with the form alone: it is long, and few pages need it. */
export type SettingsFormWords = Shape<typeof settingsForm>;
