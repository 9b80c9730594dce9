import { useState } from 'preact/hooks';
import { t } from '../strings.ts';
import { Button } from './button.tsx';
import { attempt } from './notices.tsx';

const SHOWN_MS = 2000;

export function CopyButton({ text, label = t.copy }: { text: string | (() => string); label?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    attempt(async () => {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setCopied(true);
      setTimeout(() => setCopied(false), SHOWN_MS);
    });
  return (
    <Button icon={isCopied ? 'check' : 'copy'} kind="quiet" onClick={copy}>
      {isCopied ? t.copied : label}
    </Button>
  );
}

/** Text to be copied, such as a command. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <figure class="code">
      <figcaption>
        <span>{label}</span>
        <CopyButton text={code} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
    </figure>
  );
}
