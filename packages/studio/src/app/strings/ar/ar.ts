import type { Translation } from '../catalogue.ts';
import { viewerStrings } from './viewer.ts';

export const strings: Translation = { controls: viewerStrings.controls };
