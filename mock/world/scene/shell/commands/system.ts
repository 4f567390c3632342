/** Commands about the machine itself. */
import { lsblk, lsusb, usbMessages } from './usb.ts'
import { timeOfDay, memory, upText } from './load.ts'
import type { Programs } from '../program.ts'

/** The usual signs of `date +…`. */
function formatted(form: string, d: Date): string {
  const at = d.toISOString()
  const [day = '', date = '', month = ''] = d.toUTCString().replace(',', '').split(' ')
  const signs: Readonly<Record<string, string>> = {
    Y: at.slice(0, 4),
    y: at.slice(2, 4),
    m: at.slice(5, 7),
    d: at.slice(8, 10),
    H: at.slice(11, 13),
    M: at.slice(14, 16),
    S: at.slice(17, 19),
    N: `${at.slice(20, 23)}000000`,
    F: at.slice(0, 10),
    T: at.slice(11, 19),
    s: String(Math.floor(d.getTime() / 1000)),
    a: day,
    b: month,
    e: date.replace(/^0/, ' '),
    Z: 'UTC',
    z: '+0000',
    n: '\n',
    '%': '%',
  }
  return form.replace(/%(.)/g, (whole, s: string) => signs[s] ?? whole)
}

export const systemCommands: Programs = {
  uname: {
    about: 'name of the system',
    use: 'uname [-asnrvm]',
    knows: 'a/all s/kernel-name n/nodename r/kernel-release v/kernel-version m/machine',
    run(c) {
      const name = c.shell.host.node.name
      const parts = {
        s: 'Linux',
        n: name,
        r: '6.1.0-18-amd64',
        v: '#1 SMP PREEMPT_DYNAMIC Debian 6.1.76-1',
        m: 'x86_64',
      }
      const asked = Object.entries(parts).flatMap(([l, v]) => (c.o.has('a') || c.o.has(l) ? [v] : []))
      c.out(`${asked.join(' ') || 'Linux'}${c.o.has('a') ? ' GNU/Linux' : ''}\n`)
      return 0
    },
  },
  hostname: {
    about: 'name of this machine',
    use: 'hostname [-I]',
    knows: 'I/all-ip-addresses ~s ~f',
    run(c) {
      const own = Object.entries(c.shell.host.ground.addresses).filter(([k]) =>
        k.startsWith(`${c.shell.host.node.id}/`),
      )
      c.out(c.o.has('I') ? `${own.map(([, a]) => a).join(' ')}\n` : `${c.shell.host.node.name}\n`)
      return 0
    },
  },
  date: {
    about: 'date and time',
    use: 'date [-u] [-I] [-R] [+format]',
    knows: 'I?/iso-8601 R/rfc-email ~u/utc',
    run(c) {
      const form = c.o.rest[0]
      if (form !== undefined && !form.startsWith('+')) {
        c.err(`date: invalid date '${form}'\n`)
        return 1
      }
      const d = c.shell.now()
      const [day, date, month, year] = d.toUTCString().replace(',', '').split(' ')
      if (form !== undefined) {
        c.out(`${formatted(form.slice(1), d)}\n`)
        return 0
      }
      if (c.o.has('R')) {
        c.out(`${d.toUTCString().replace('GMT', '+0000')}\n`)
        return 0
      }
      c.out(
        c.o.has('I')
          ? `${d.toISOString().slice(0, 10)}\n`
          : `${day} ${month} ${Number(date)} ${timeOfDay(d)} UTC ${year}\n`,
      )
      return 0
    },
  },
  uptime: { about: 'how long it runs', use: 'uptime', knows: '', run: (c) => (c.out(upText(c)), 0) },
  df: {
    about: 'space on disks',
    use: 'df [-h]',
    knows: 'h/human-readable',
    run(c) {
      const gib = Math.max(1, c.shell.host.node.disk)
      const used = 1.4 + gib * 0.04
      const h = c.o.has('h')
      const size = (g: number) =>
        (h
          ? g === 0
            ? '0'
            : g < 1
              ? `${Math.round(g * 1024)}M`
              : `${Number.isInteger(g) ? g : g.toFixed(1)}G`
          : String(Math.round(g * 1048576))
        ).padStart(h ? 5 : 10)
      c.out(`Filesystem     ${h ? ' Size  Used Avail' : ' 1K-blocks       Used  Available'} Use% Mounted on\n`)
      const row = (name: string, all: number, taken: number, on: string) =>
        c.out(
          `${name.padEnd(14)} ${size(all)} ${size(taken)} ${size(all - taken)} ${String(Math.round((taken / all) * 100)).padStart(3)}% ${on}\n`,
        )
      row('/dev/vda1', gib, used, '/')
      row('tmpfs', 197 / 1024, 0, '/run')
      return 0
    },
  },
  free: {
    about: 'memory',
    use: 'free [-m|-g|-h]',
    knows: 'm/mebi g/gibi h/human ~k',
    run(c) {
      const m = memory(c)
      const by = c.o.has('m') ? 1024 : c.o.has('g') ? 1048576 : 1
      const human = (n: number) =>
        n >= 1048576 ? `${(n / 1048576).toFixed(1)}Gi` : n >= 1024 ? `${Math.round(n / 1024)}Mi` : `${n}Ki`
      const f = (n: number) => (c.o.has('h') ? human(n) : String(Math.floor(n / by))).padStart(12)
      c.out('               total        used        free\n')
      c.out(`Mem:    ${f(m.total)}${f(m.used)}${f(m.free)}\nSwap:   ${f(0)}${f(0)}${f(0)}\n`)
      return 0
    },
  },
  dmesg: {
    about: 'messages of the kernel',
    use: 'dmesg',
    knows: '',
    run(c) {
      c.out(
        '[    0.000000] Linux version 6.1.0-18-amd64\n[    0.912034] virtio_net virtio0 eth0: link up\n[    1.204411] EXT4-fs (vda1): mounted filesystem\n',
      )
      for (const line of usbMessages(c.shell.host.usb)) c.out(`${line}\n`)
      return 0
    },
  },
  lsusb,
  lsblk,
  poweroff: { about: 'switch this node off', use: 'poweroff', knows: '', run: (c) => c.run(['shutdown', 'now']) },
}
