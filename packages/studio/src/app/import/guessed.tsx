import { t } from '../strings.ts';

const SHOWN = 20;
const MAX_CHARACTERS = 300;

/** What a file does not say and was found out, and what of it was left out, as the command says it. */
export function Guessed({ guessed }: { guessed: readonly string[] }) {
  if (guessed.length === 0) return null;
  const shown = guessed.slice(0, SHOWN).map((text) => text.slice(0, MAX_CHARACTERS));
  const more = guessed.length > SHOWN ? ['…'] : [];
  return (
    <p class="hint guessed">
      {t.import.guessed} <span lang="en">{[...shown, ...more].join('; ')}</span>
    </p>
  );
}
