export { buildStudio } from './build/build-studio.ts';
export { writePrebuilt } from './prebuilt.ts';
