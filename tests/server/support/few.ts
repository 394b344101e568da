const FEW = 12

/** Works on all of them, a few at a time: of hundreds of requests at once the last wait in vain for a connection. */
export async function fewAtATime<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < all.length; at += FEW) done.push(...(await Promise.all(all.slice(at, at + FEW).map(work))))
  return done
}
