import { describe, expect, it } from 'vitest'
import { callerNetworkOf } from './network.ts'

describe('the network a caller counts as', () => {
  it.each([
    ['10.1.2.3', '10.1.2.3'],
    // the same caller whether the socket speaks IPv4 or IPv6
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    // the first bit behind it tells nobody apart, the last bit of it does
    ['2001:db8:1:2:8000::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    // zeros left out in front of the 64 bits that count
    ['2001:db8::1', '2001:db8::/64'],
    ['2001:db8::2', '2001:db8::/64'],
    ['2001:db8::1:2:3:4', '2001:db8::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['not an address', 'not an address'],
  ])('of %s is %s', (address, network) => expect(callerNetworkOf(address)).toBe(network))

  it('tells two networks apart that differ in their last counted bit', () => {
    expect(callerNetworkOf('2001:db8:0:1::1')).not.toBe(callerNetworkOf('2001:db8:0:2::1'))
    expect(callerNetworkOf('10.1.2.3')).not.toBe(callerNetworkOf('10.1.2.4'))
  })
})
