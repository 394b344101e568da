import { part, type ConsoleApp } from '../app/app.ts'
import { createStore } from '../app/store.ts'
import type { AppFacts } from '../../core/contract/configuration.ts'
import type { OwnColours } from '../../core/model/palette.ts'

/** Kept in the browser, so that a page begins in the customer's colours before the configuration has arrived. */
const KEY = 'colours'

function read(): OwnColours | undefined {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? 'null') as OwnColours | null) ?? undefined
  } catch {
    return undefined
  }
}

/** The customer's colours. */
export const brand = part(() => createStore(read()))

export const logoAddress = ({ logo }: Pick<AppFacts, 'logo'>): string | undefined =>
  logo === undefined ? undefined : `/config/logo/${logo}`

/** Takes over what the configuration says; true if the colours are others than before. */
export function takeBrand(app: ConsoleApp, facts: Pick<AppFacts, 'logo' | 'colours'>): boolean {
  showIcon(app, logoAddress(facts))
  const { colours } = facts
  const text = JSON.stringify(colours ?? null)
  if (text === JSON.stringify(brand(app).get() ?? null)) return false
  if (colours) localStorage.setItem(KEY, text)
  else localStorage.removeItem(KEY)
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
