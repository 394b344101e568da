import { actions, dict, image, link, number, text } from './columns.tsx'
import { makeList } from './List.tsx'

export default makeList({
  path: '/api-im/bench/orders/list',
  status: 'status',
  kind: 'channel',
  columns: [
    link('orderNo', 'Order', 130),
    text('customer', 'Customer', 110),
    text('phone', 'Phone', 120),
    dict('status', 'Status', 90, 'status'),
    dict('payType', 'Pay', 100, 'payType'),
    number('amount', 'Amount', 100),
    number('qty', 'Qty', 70),
    text('createdAt', 'Created', 160),
    text('paidAt', 'Paid', 160),
    text('area', 'Area', 150),
    image('image', 'Image', 110),
    dict('channel', 'Channel', 110, 'channel'),
    number('weight', 'Weight', 80),
    text('remark', 'Remark', 180),
    actions([
      { key: 'view', title: 'View', shown: () => true },
      { key: 'ship', title: 'Ship', shown: row => row['status'] === 'paid' },
      { key: 'refund', title: 'Refund', shown: row => row['status'] !== 'unpaid' && row['status'] !== 'closed' },
    ]),
  ],
})
