import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { Language } from '../../../src/contract/api/endpoint.ts';
import type { Words } from './words.ts';

const stored = 'postbote.language';

/** Only the language that is read is loaded. */
const loaders: Record<Language, () => Promise<Words>> = {
  de: async () => (await import('./de/index.ts')).de,
  en: async () => (await import('./en/index.ts')).en,
};

interface Spoken {
  readonly language: Language;
  readonly words: Words;
}
interface Speaking extends Spoken {
  speak(language: Language): void;
}

const SpeakingContext = createContext<Speaking | null>(null);

/** The person's own choice, else the browser's language. */
function firstLanguage(): Language {
  const chosen = localStorage.getItem(stored);
  if (chosen === 'de' || chosen === 'en') return chosen;
  return navigator.language.startsWith('de') ? 'de' : 'en';
}

/** Before anything is drawn: a page without words helps nobody. */
export async function loadWords(language: Language = firstLanguage()): Promise<Spoken> {
  return { language, words: await loaders[language]() };
}

export function WordsProvider({ first, children }: { first: Spoken; children: ReactNode }) {
  const [spoken, setSpoken] = useState(first);
  const { language } = spoken;
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const speaking = useMemo<Speaking>(
    () => ({
      ...spoken,
      speak(next) {
        localStorage.setItem(stored, next);
        void loadWords(next).then(setSpoken);
      },
    }),
    [spoken],
  );
  return <SpeakingContext value={speaking}>{children}</SpeakingContext>;
}

function useSpeaking(): Speaking {
  const speaking = useContext(SpeakingContext);
  if (!speaking) throw new Error('useWords outside of WordsProvider');
  return speaking;
}

/** The catalogue in the reader's language: `const t = useWords().compose`. */
export const useWords = (): Words => useSpeaking().words;
export const useLanguage = () => {
  const { language, speak } = useSpeaking();
  return { language, speak };
};
