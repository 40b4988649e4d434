/** For texts that repeat what a client sent: whatever looks like a key of ours is taken out. */
export function redactKeys(text: string): string {
  return text.replace(/pb_(live|test)_\w*/gi, '[key]');
}

/** A name that a client made up, fit for an error that repeats it: without keys, and not at any length. */
export function quoteName(name: string): string {
  return redactKeys(name).slice(0, 128);
}
