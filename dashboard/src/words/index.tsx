import { DatesProvider } from '@mantine/dates';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { Language } from '../../../src/contract/api/endpoint.ts';
import { de } from './de/index.ts';
import { en } from './en/index.ts';
import type { Words } from './words.ts';
import 'dayjs/locale/de';

const catalogues: Record<Language, Words> = { de, en };
const stored = 'postbote.language';

interface Speaking {
  readonly words: Words;
  readonly language: Language;
  speak(language: Language): void;
}

const SpeakingContext = createContext<Speaking | null>(null);

/** The person's own choice, else the browser's language. */
function firstLanguage(): Language {
  const chosen = localStorage.getItem(stored);
  if (chosen === 'de' || chosen === 'en') return chosen;
  return navigator.language.startsWith('de') ? 'de' : 'en';
}

export function WordsProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const speaking = useMemo<Speaking>(
    () => ({
      words: catalogues[language],
      language,
      speak(next) {
        localStorage.setItem(stored, next);
        setLanguage(next);
      },
    }),
    [language],
  );
  return (
    <SpeakingContext value={speaking}>
      <DatesProvider settings={{ locale: language, firstDayOfWeek: 1 }}>{children}</DatesProvider>
    </SpeakingContext>
  );
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
