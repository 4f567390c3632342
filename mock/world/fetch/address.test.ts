import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressFilter } from './address.ts'

describe('addresses the server may ask', () => {
  const may = addressFilter()
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001::1',
    'localhost',
    '',
    '127.1',
    '0x7f000001',
  ])('%s is none of them', (address) => {
    expect(may(address)).toBe(false)
  })

  it.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '192.169.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s is one of them',
    (address) => {
      expect(may(address)).toBe(true)
    },
  )

  it('a network that is named may be asked, and no other of the private ones', () => {
    const own = addressFilter(['10.1.0.0/16', 'fd00:1::/32'])
    expect(['10.1.2.3', 'fd00:1::5', '10.2.0.1', 'fd00:2::5', '127.0.0.1'].map(own)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('never is anything within a private network, however it is written', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(byte, byte, byte, (a, b, c) => {
        for (const at of [
          `10.${a}.${b}.${c}`,
          `127.${a}.${b}.${c}`,
          `192.168.${a}.${b}`,
          `172.${16 + (a % 16)}.${b}.${c}`,
        ])
          expect([may(at), may(`::ffff:${at}`)]).toEqual([false, false])
      }),
    )
  })
})
