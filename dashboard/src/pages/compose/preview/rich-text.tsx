import { useWords } from '../../../words/index.tsx';
import { cutText, type Look, tokenise } from './looks.ts';
import classes from './preview.module.css';

/** The text as the feed shows it: cut where it cuts, coloured what it colours. */
export function RichText({ text, look, className }: { text: string; look: Look; className?: string }) {
  const t = useWords().compose;
  const { shown, more } = cutText(text, look.cut);
  let at = 0;
  return (
    <p className={[classes.text, className].filter(Boolean).join(' ')} dir="auto">
      {tokenise(shown).map(({ text: piece, kind }) => {
        const key = at;
        at += piece.length;
        const marked =
          kind === 'mention' || (kind === 'link' && look.links) || (kind === 'hashtag' && look.hashtags);
        return marked ? (
          <span key={key} className={classes.marked}>
            {piece}
          </span>
        ) : (
          piece
        );
      })}
      {more && <span className={classes.more}> … {t.previewMore}</span>}
    </p>
  );
}
