export { CATALOGUE } from './catalogue.ts';
export { settingsHelp } from './help.ts';
export { size as sizeSetting } from './kinds.ts';
export type { Setting } from './setting.ts';
export {
  type Configuration,
  describeFault,
  type Environment,
  type Flags,
  readSettings,
  type SettingFault,
  type Settings,
} from './settings.ts';
export { storeFaults } from './store-faults.ts';
