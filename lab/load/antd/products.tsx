import { actions, dict, image, link, number, text } from './columns.tsx'
import { makeList } from './List.tsx'

export default makeList({
  path: '/api-im/bench/products/list',
  status: 'sale',
  kind: 'category',
  columns: [
    link('sku', 'SKU', 130),
    text('name', 'Name', 150),
    dict('category', 'Category', 100, 'category'),
    dict('status', 'Sale', 90, 'sale'),
    number('price', 'Price', 90),
    number('stock', 'Stock', 90),
    number('sold', 'Sold', 90),
    text('createdAt', 'Created', 160),
    text('updatedAt', 'Updated', 160),
    text('brand', 'Brand', 110),
    image('image', 'Image', 110),
    dict('channel', 'Channel', 110, 'channel'),
    text('origin', 'Origin', 150),
    text('remark', 'Remark', 180),
    actions([
      { key: 'view', title: 'View', shown: () => true },
      { key: 'ship', title: 'Ship', shown: row => row['status'] === 'on' },
      { key: 'refund', title: 'Refund', shown: row => row['status'] !== 'draft' },
    ]),
  ],
})
