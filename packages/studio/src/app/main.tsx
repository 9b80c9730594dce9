import './styles/all.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { followRoute } from './route.ts';
import { startSession } from './session.ts';
import { startLanguage } from './strings.ts';
import { followTheme } from './theme.ts';
import { askBeforeUnload } from './tray/unsaved-work.ts';

const root = document.getElementById('app')!;

followTheme();
followRoute();
askBeforeUnload();
await Promise.all([startLanguage(), startSession()]);
root.replaceChildren();
render(<App />, root);
