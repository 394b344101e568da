/** The first list of this visit stands: from now on there is time for what may come next. */
let tell = (): void => {}
export const firstList: Promise<void> = new Promise((done) => { tell = done })
export const firstListStands = (): void => tell()
