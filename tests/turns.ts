/** Lets all that is ready run so often that what could come of it has come: for what must not happen. */
export async function turns(times = 200): Promise<void> {
  for (let i = 0; i < times; i++) await new Promise(resolve => setImmediate(resolve))
}
