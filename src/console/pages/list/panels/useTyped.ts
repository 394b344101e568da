import { useCallback, useState } from 'react'

/** Notes whether a field of a panel holds something that is not saved; its answer forgets the field. */
export type NoteTyped = (field: string, isTyped: boolean) => () => void

/** Which fields of a panel hold something that closing it would throw away. */
export function useTyped(): { isTyped: () => boolean; note: NoteTyped } {
  const [typed] = useState(() => new Set<string>())
  const isTyped = useCallback(() => typed.size > 0, [typed])
  const note = useCallback<NoteTyped>(
    (field, isIt) => {
      if (isIt) typed.add(field)
      return () => void typed.delete(field)
    },
    [typed],
  )
  return { isTyped, note }
}
