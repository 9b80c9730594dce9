export { buildStudio } from './build/build-studio.ts';
export { buildViewer } from './build/build-viewer.ts';
export { writePrebuilt } from './prebuilt.ts';
