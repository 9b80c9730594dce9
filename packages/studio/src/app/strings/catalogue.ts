import type { strings } from './en/en.ts';
import type { panelStrings } from './en/panels.ts';
import type { viewerStrings } from './en/viewer.ts';

/**
 * The texts of the studio: English is the source. Other languages have all of its texts and no others, or they do not
 * compile.
 */
export type Strings = typeof strings;
export type ViewerStrings = typeof viewerStrings;
export type PanelStrings = typeof panelStrings;

/** One of its groups. */
export type TextsOf<Group extends keyof Strings> = Strings[Group];
