// Loaded before a program that a launcher started as its child: without its launcher it stops in order.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
