import { mustExist } from './named.ts'

export const linkTarget = mustExist({
  code: 'link-target',
  about: {
    zh: '链接、按钮、转向和所属页面指向存在的页面',
    en: 'Links, buttons, redirects and parents lead to pages that exist',
  },
  mentions: ['page', 'redirect'],
  thing: 'page',
  words: ['页面', 'page'],
  // extends-target checks `extends`; `menu.first` depends on the user and is resolved at run time
  accepts: ({ path, name }) => path.at(-1) === 'extends' || name === 'menu.first',
})
