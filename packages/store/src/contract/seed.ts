/** What random data follows from; set MERIDIAN_TEST_SEED to repeat a run. */
export const seed = Number(process.env.MERIDIAN_TEST_SEED ?? Date.now() % 2 ** 31);
