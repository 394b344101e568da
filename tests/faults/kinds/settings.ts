import { otherValue, type Fault } from '../fault.ts'
import type { Tree } from '../tree.ts'
import { misspelt } from '../typos.ts'
import { kindOfPage, ownPages, route } from './odds.ts'

/** Constants of app.yaml that are no numbers, too small ones, no pages, or pages of another sort. */
export function wrongConstants(tree: Tree): Fault[] {
  const all = ownPages(tree).map(route)
  const forms = all.filter(page => kindOfPage(tree, page) === 'form')
  return tree.sheets
    .filter(({ kind }) => kind === 'app')
    .flatMap(({ spots }) =>
      spots.flatMap((spot, i) => {
        if (spot.path[0] !== 'constants' || spot.given === undefined) return []
        if (typeof spot.given === 'number')
          return [
            ...otherValue('constant that is no number', spot, 'ten'),
            ...otherValue('constant that is too small', spot, '-1'),
          ]
        if (!all.includes(String(spot.given))) return []
        return [
          ...otherValue('constant that is no page', spot, misspelt(String(spot.given))),
          ...otherValue('constant that is another page', spot, forms[(i * 3) % forms.length]!),
        ]
      }),
    )
}
