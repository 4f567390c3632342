import { expect, test } from 'vitest'
import { addressDiagramOf } from './drawing.logic.ts'

const network = {
  web_ip: '10.20.0.10',
  mask: '255.255.255.0',
  gateway: '10.20.0.1',
  node_ip: '10.20.0.20',
  component_ip: '10.20.0.30',
  pool_start: '10.20.0.128',
  pool_end: '10.20.0.191',
}

test('a network is drawn from its web address and its mask on, and not before', () => {
  expect(addressDiagramOf({ ...network, mask: '' })).toBeUndefined()
  expect(addressDiagramOf({ ...network, web_ip: '10.20' })).toBeUndefined()
  expect(addressDiagramOf(network)?.network).toBe('10.20.0.0/24')
})

test('the pool takes its share, and neighbours have their labels on different levels', () => {
  const d = addressDiagramOf(network)
  expect(d?.pool).toEqual({ from: 0.5, to: 0.75, addresses: 64 })
  expect(d?.marks.map((m) => m.field)).toEqual(['gateway', 'web_ip', 'node_ip', 'component_ip'])
  expect(d?.marks.map((m) => m.level)).toEqual([3, 2, 1, 0])
  expect(d?.shown).toBeUndefined()
})

test('of a large network the part is shown that the addresses are in', () => {
  const d = addressDiagramOf({ ...network, mask: '255.0.0.0' })
  expect([d?.network, d?.shown, d?.from, d?.to]).toEqual(['10.0.0.0/8', '10.20.0.0/24', '10.20.0.0', '10.20.0.255'])
})

test('what is outside the network or not typed yet is left out', () => {
  const d = addressDiagramOf({ ...network, gateway: '10.21.0.1', node_ip: '', pool_end: '' })
  expect(d?.marks.map((m) => m.field)).toEqual(['web_ip', 'component_ip'])
  expect(d?.pool).toBeUndefined()
})
