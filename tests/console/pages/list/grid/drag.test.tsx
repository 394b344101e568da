import { expect, it } from 'vitest'
import { fireEvent, render } from '@testing-library/react'
import { GridHead } from '../../../../../src/console/pages/list/grid/GridHead.tsx'
import { layOut } from '../../../../../src/console/pages/list/grid/gridLayout.ts'

it('a column takes the width that a drag gives it, however short the drag', () => {
  const widths: [string, number][] = []
  const column = { name: 'name', label: '名称', title: '名称', width: 120, resizable: true, draw: () => '' }
  const { laid } = layOut([column])
  const { container } = render(
    <table>
      <GridHead
        cells={laid}
        sort={undefined}
        onSort={() => undefined}
        onResize={(name, width) => widths.push([name, width])}
      />
    </table>,
  )
  const edge = container.querySelector<HTMLElement>('[data-resize]')
  if (!edge) throw new Error('no edge')
  edge.setPointerCapture = () => undefined
  fireEvent.pointerDown(edge, { button: 0, buttons: 1, clientX: 100 })
  fireEvent.pointerMove(document, { buttons: 1, clientX: 400 })
  fireEvent.pointerUp(document, { clientX: 400 })
  expect(widths).toEqual([['name', 300]])
})
