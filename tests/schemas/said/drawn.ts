import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dark, light } from '../../../src/core/model/palette.ts'
import { SIZE } from '../../../src/console/theme/scale.ts'
import { ROOT } from '../../folders.ts'
import type { Said } from './look.ts'

/** What a rule of a stylesheet says of one property. */
function styled(file: string, selector: string, property: string): string | undefined {
  const text = readFileSync(join(ROOT, 'src/console', file), 'utf8')
  const [, rule = ''] = text.split(`\n${selector} {`)
  return new RegExp(`\\b${property}: ([^;]+);`).exec(rule.split('}')[0] ?? '')?.[1]
}

/** What the specification fixes of how things look. */
export const DRAWN: readonly Said[] = [
  {
    words: '2 map search box width 360 px',
    seen: () => [styled('map/map.css', '.place-search', 'width'), SIZE['w-field']],
    is: ['var(--w-field)', 360],
  },
  {
    words: '3 clue counters of the type danger are red, of the type warning amber',
    seen: () => [
      styled('shell/menu/menu.css', '.badge.danger', 'background'),
      styled('shell/menu/menu.css', '.badge', 'background'),
      ...[light, dark].flatMap(({ badge, badgeSoft }) => [badge, badgeSoft]),
    ],
    is: ['var(--badge)', 'var(--badge-soft)', '#c02a2a', '#9a5600', '#c0392f', '#9a5600'],
  },
]
