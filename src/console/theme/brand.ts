import { part, type ConsoleApp } from '../app/app.ts'
import { fieldsOf, isText, kept } from '../app/kept.ts'
import { createStore } from '../app/store.ts'
import type { AppFacts } from '../../core/contract/configuration.ts'
import type { OwnColours } from '../../core/model/palette.ts'

/** Kept in the browser, so that a page begins in the customer's colours before the configuration has arrived. */
const lastColours = kept('browser', 'colours', (value): OwnColours | undefined => {
  const { light, dark } = fieldsOf(value)
  return value ? { light: coloursIn(light), dark: coloursIn(dark) } : undefined
})
const coloursIn = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(fieldsOf(value)).filter((entry): entry is [string, string] => isColour(entry[1])))
const isColour = (value: unknown): boolean => isText(value) && /^#[\da-f]{6}$/i.test(value)

/** The customer's colours. */
export const brand = part(() => createStore(lastColours.read()))

export const logoAddress = ({ logo }: Pick<AppFacts, 'logo'>): string | undefined =>
  logo === undefined ? undefined : `/config/logo/${logo}`

/** Takes over what the configuration says; true if the colours are others than before. */
export function takeBrand(app: ConsoleApp, facts: Pick<AppFacts, 'logo' | 'colours'>): boolean {
  showIcon(app, logoAddress(facts))
  const { colours } = facts
  if (JSON.stringify(colours) === JSON.stringify(brand(app).get())) return false
  lastColours.keep(colours)
  brand(app).set(colours)
  return true
}

const icon = part(() => ({ ours: document.querySelector('link[rel="icon"]')?.getAttribute('href') }))

/** The icon of the browser's tab is the customer's logo, or else ours. */
function showIcon(app: ConsoleApp, address: string | undefined): void {
  const { ours } = icon(app)
  const link = document.querySelector('link[rel="icon"]')
  const wanted = address ?? ours
  if (link && wanted && link.getAttribute('href') !== wanted) link.setAttribute('href', wanted)
}
