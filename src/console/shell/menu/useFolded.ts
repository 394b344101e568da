import { useCallback, useState } from 'react'
import { keptText } from '../../app/kept.ts'
import { NARROW } from '../../theme/scale.ts'

const wasFolded = keptText('browser', 'side.folded')
const IS_NARROW = `(max-width: ${NARROW - 1}px)`
export const isNarrow = (): boolean => window.matchMedia?.(IS_NARROW).matches ?? false

/** Whether the menu is folded, remembered (R3.04); on narrow screens it always starts folded. */
export function useFolded(): [boolean, () => void, (folded: boolean) => void] {
  const [folded, setFolded] = useState(() => isNarrow() || wasFolded.read() === '1')
  const toggle = useCallback(
    () =>
      setFolded(old => {
        if (!isNarrow()) wasFolded.keep(old ? '0' : '1')
        return !old
      }),
    [],
  )
  return [folded, toggle, setFolded]
}
