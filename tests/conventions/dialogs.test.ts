import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** What lies over the page, and is closed by Esc, a click beside it, × or 取消. */
const OVER = /<Modal\b|<dialog\b|<Layer\b|<SidePanel\b|<Drop\b|role="dialog"/

/** The ways to close that ask before what was typed or chosen is thrown away. */
const ASKS = /\buseGuardedClose\(|<SidePanel\b[^>]*?\bisChanged=|<Drop\b/

/** Dialogs in which there is nothing to lose, and why. */
const NOTHING_TO_LOSE: Record<string, string> = {
  'src/console/feedback/Layer.tsx': 'a frame for the search of the menu and the sheet of keys',
  'src/console/theme/Layer.tsx': 'a frame for pictures and documents',
  'src/console/shell/menu/Palette.tsx': 'a search is no input that is kept anywhere',
  'src/console/shell/Shortcuts.tsx': 'is only read',
  'src/console/shell/header/MessagePanel.tsx': 'is only read',
  'src/console/shell/overlays/Questions.tsx': 'asks itself; what is shown once is closed by its button alone',
  'src/console/signin/Relogin.tsx': 'cannot be closed before somebody has signed in',
  'src/console/fields/cells/Zoom.tsx': 'is only looked at',
  'src/console/pages/detail/PeekPanel.tsx': 'is only read',
  'src/console/pages/detail/print/PrintPreview.tsx': 'is only looked at',
  'src/console/pages/document/DocumentView.tsx': 'is only looked at',
  'src/supervision/console/ToolPanel.tsx': 'tells the panel of the header what is typed in it',
}

const drawn = ['src/console', 'src/supervision/console']
  .flatMap(folder => readdirSync(folder, { recursive: true }).map(name => join(folder, String(name))))
  .filter(path => path.endsWith('.tsx'))
  .map(path => ({ path, text: readFileSync(path, 'utf8') }))
  .filter(({ text }) => OVER.test(text))

it('a dialog that holds input asks before it closes, or says here why there is nothing to lose', () => {
  expect(drawn.length).toBeGreaterThan(10)
  const silent = drawn.filter(({ text }) => !ASKS.test(text)).map(({ path }) => path)
  expect(silent.filter(path => !(path in NOTHING_TO_LOSE))).toEqual([])
  // what asks by now, or is gone, is named no more
  expect(Object.keys(NOTHING_TO_LOSE).filter(path => !silent.includes(path))).toEqual([])
})
