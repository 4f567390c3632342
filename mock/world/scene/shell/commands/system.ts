/** Commands about the machine itself. */
import { lsblk, lsusb, usbMessages } from './usb.ts'
import { clock, memory, upText } from './load.ts'
import type { Programs } from '../program.ts'

export const systemCommands: Programs = {
  uname: {
    about: 'name of the system',
    use: 'uname [-a|-r]',
    run(c) {
      const name = c.shell.host.node.name
      c.out(
        c.args.includes('-a')
          ? `Linux ${name} 6.1.0-18-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.76-1 x86_64 GNU/Linux\n`
          : c.args.includes('-r')
            ? '6.1.0-18-amd64\n'
            : c.args.includes('-n')
              ? `${name}\n`
              : 'Linux\n',
      )
      return 0
    },
  },
  hostname: {
    about: 'name of this machine',
    use: 'hostname [-I]',
    run(c) {
      const own = Object.entries(c.shell.host.ground.addresses).filter(([k]) =>
        k.startsWith(`${c.shell.host.node.id}/`),
      )
      c.out(c.args.includes('-I') ? `${own.map(([, a]) => a).join(' ')}\n` : `${c.shell.host.node.name}\n`)
      return 0
    },
  },
  date: {
    about: 'date and time',
    use: 'date [-u|-I]',
    run(c) {
      const d = c.shell.now()
      const [day, date, month, year] = d.toUTCString().replace(',', '').split(' ')
      c.out(
        c.args.includes('-I')
          ? `${d.toISOString().slice(0, 10)}\n`
          : `${day} ${month} ${Number(date)} ${clock(d)} UTC ${year}\n`,
      )
      return 0
    },
  },
  uptime: { about: 'how long it runs', use: 'uptime', run: (c) => (c.out(upText(c)), 0) },
  df: {
    about: 'space on disks',
    use: 'df [-h]',
    run(c) {
      const gib = Math.max(1, c.shell.host.node.disk)
      const used = 1.4 + gib * 0.04
      c.out('Filesystem      Size  Used Avail Use% Mounted on\n')
      c.out(
        `/dev/vda1       ${`${gib}G`.padStart(4)}  ${used.toFixed(1)}G  ${(gib - used).toFixed(1)}G ${String(Math.round((used / gib) * 100)).padStart(3)}% /\n`,
      )
      c.out('tmpfs           197M     0  197M   0% /run\n')
      return 0
    },
  },
  free: {
    about: 'memory',
    use: 'free [-m|-h]',
    run(c) {
      const m = memory(c)
      const by = c.args.includes('-m') || c.args.includes('-h') ? 1024 : 1
      const f = (n: number) => String(Math.floor(n / by)).padStart(12)
      c.out('               total        used        free\n')
      c.out(`Mem:    ${f(m.total)}${f(m.used)}${f(m.free)}\nSwap:   ${f(0)}${f(0)}${f(0)}\n`)
      return 0
    },
  },
  dmesg: {
    about: 'messages of the kernel',
    use: 'dmesg',
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
  poweroff: { about: 'switch this node off', use: 'poweroff', run: (c) => c.run(['shutdown', 'now']) },
}
