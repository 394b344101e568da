/** Something over the page takes Esc first. */
const OVER = 'dialog[open], .ant-modal-wrap, .ant-select-dropdown:not(.ant-select-dropdown-hidden), .popup'

export const covered = (): boolean =>
  [...document.querySelectorAll(OVER)].some(element => element.getClientRects().length > 0)
