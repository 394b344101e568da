import { useCallback, useState } from 'react'

const FOLDED = 'side.folded'
const NARROW = '(max-width: 767px)'
export const isNarrow = (): boolean => window.matchMedia?.(NARROW).matches ?? false

/** Whether the menu is folded, remembered (R3.04); on narrow screens it always starts folded. */
export function useFolded(): [boolean, () => void, (folded: boolean) => void] {
  const [folded, setFolded] = useState(() => isNarrow() || localStorage.getItem(FOLDED) === '1')
  const toggle = useCallback(
    () =>
      setFolded(old => {
        if (!isNarrow()) localStorage.setItem(FOLDED, old ? '0' : '1')
        return !old
      }),
    [],
  )
  return [folded, toggle, setFolded]
}
