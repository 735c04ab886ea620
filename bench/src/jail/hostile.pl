# A program that reads documents and has been taken over: it tries one way out, named by its first argument, and says on standard
# output whether it got anywhere ("escaped: …") or not ("held: …"). It makes the calls of the kernel itself, so nothing that a
# library refuses counts as a wall. Run it only where nothing is lost: see fault.ts.
use strict;
use warnings;
use Errno;
use Socket qw(:DEFAULT inet_pton pack_sockaddr_in6);

$| = 1;
my ($escape, $arm, %given) = @ARGV;
# As root of the machine its tries would succeed, and a mount over /tmp is everybody's.
die "never as root\n" if $> == 0 && (slurp('/proc/self/uid_map') // '') =~ /^\s*0\s+0\s+4294967295/;
# Given backwards, since the arguments of this very process can be seen by it.
my $marker = reverse($given{marker} // '');
sub nr { return $_[$arm] }
sub call { my ($x64, $arm64, @rest) = @_; my $result = syscall(nr($x64, $arm64), @rest); return $result }
sub slurp { my ($path) = @_; open(my $file, '<', $path) or return undef; local $/; my $text = <$file>; return $text }
sub named { my $made; return socket($made, $_[0], $_[1], $_[2] // 0) ? $made : undef }
sub leads { my ($socket, $address) = @_; return $socket && connect($socket, $address) ? 'connected' : undef }

my %escapes = (
  'tcp over IPv4' => sub { leads(named(AF_INET, SOCK_STREAM), pack_sockaddr_in($given{port}, inet_aton('127.0.0.1'))) },
  'tcp over IPv6' => sub { leads(named(AF_INET6, SOCK_STREAM), pack_sockaddr_in6($given{port}, inet_pton(AF_INET6, '::1'))) },
  'udp' => sub { my $s = named(AF_INET, SOCK_DGRAM); $s && send($s, 'x', 0, pack_sockaddr_in($given{port}, inet_aton('127.0.0.1'))) && 'sent' },
  'listening' => sub { my $s = named(AF_INET, SOCK_STREAM); $s && bind($s, pack_sockaddr_in(0, INADDR_ANY)) && listen($s, 1) && 'listens' },
  'packet socket' => sub { named(17, SOCK_RAW, 0x0300) && 'opened' },
  'netlink' => sub { named(16, SOCK_RAW) && 'opened' },
  'vsock' => sub { named(40, SOCK_STREAM) && 'opened' },
  'unix socket by path' => sub { leads(named(AF_UNIX, SOCK_STREAM), pack_sockaddr_un($given{socket})) },
  'abstract unix socket' => sub { leads(named(AF_UNIX, SOCK_STREAM), pack('S', 1) . "\0$given{abstract}") },
  'a file of ours' => sub { (slurp($given{secret}) // '') =~ /canary/ && 'read' },
  'the list of users' => sub { slurp('/etc/passwd') && 'read' },
  'the code of the service' => sub { slurp($given{code}) && 'read' },
  'files through a link' => sub { my $to = ($ENV{SCRATCH} // '/tmp') . "/link-$$"; symlink($given{secret}, $to) && (slurp($to) // '') =~ /canary/ && 'read' },
  'settings of its own' => sub { my @more = grep { !/^(PATH|LC_ALL|OMP_THREAD_LIMIT|SCRATCH|PWD|OLDPWD|SHLVL|_)$/ } keys %ENV; @more ? "@more" : undef },
  'settings of others' => sub { for (glob('/proc/[0-9]*/environ')) { return $_ if (slurp($_) // '') =~ /SANDBOX_CANARY/ } undef },
  'seeing other processes' => sub { for (glob('/proc/[0-9]*/cmdline')) { return $_ if (slurp($_) // '') =~ /$marker/ } undef },
  'memory of others' => sub { open(my $file, '<', "/proc/$given{victim}/mem") && 'opened' },
  'ptrace' => sub { call(101, 117, 0x4206, 0 + $given{victim}, 0, 0) == 0 && 'attached' },
  'process_vm_readv' => sub { my $to = "\0" x 8; call(310, 270, 0 + $given{victim}, pack('PQ', $to, 8), 1, pack('QQ', 0x400000, 8), 1, 0) < 0 && !$!{EFAULT} ? undef : 'answered' },
  'a signal to the service' => sub { call(62, 129, 0 + $given{victim}, 0) == 0 && 'may be sent' },
  'limits of the service' => sub { call(302, 261, 0 + $given{victim}, 7, 0, "\0" x 16) == 0 && 'read' },
  'writing a file' => sub { for ($given{writes}, '/tmp/w', '/dev/shm/w', '/var/tmp/w', '/usr/w', '/run/w', '/w') { return $_ if open(my $file, '>', "$_-$$") } undef },
  'changing the file it reads' => sub { -e '/proc/self/fd/3' && -f '/proc/self/fd/3' or return undef; open(my $file, '+<', '/proc/self/fd/3') or return call(91, 52, 3, 0666) == 0 && 'rights'; 'opened' },
  'more than a file may have' => sub { open(my $file, '>', ($ENV{SCRATCH} // '/tmp') . '/huge') or return undef; $SIG{XFSZ} = 'IGNORE'; my $size = 0; for (1 .. 64) { my $did = syswrite($file, 'x' x 1048576) // last; $size += $did } $size > 32 * 1048576 && "$size bytes" },
  'other processes of its own' => sub { my $count = 0; for (1 .. 80) { my $child = fork() // last; if ($child == 0) { select(undef, undef, undef, 1); exit 0 } $count++ } $count > 64 && "$count at once" },
  'outliving' => sub { my $child = fork() // return undef; if ($child == 0) { call(112, 157); $0 = "$marker-outlived"; close(STDOUT); close(STDERR); close(STDIN); sleep 3; exit 0 } $given{waits} ? sleep(1) : select(undef, undef, undef, 0.05); undef },
  'a session of its own' => sub { my $id = call(112, 157); $id >= 0 && "session $id" },
  'user namespace' => sub { call(272, 97, 0x10000000) == 0 && 'made' },
  'namespace by clone' => sub { my $id = call(56, 220, 0x10000000 | 17, 0, 0, 0, 0); exit 0 if $id == 0; $id > 0 && 'made' },
  'mount' => sub { call(165, 40, 'none', '/tmp', 'tmpfs', 0, 0) == 0 && 'mounted' },
  'chroot' => sub { call(161, 51, '/usr') == 0 && 'done' },
  'becoming root' => sub { call(105, 146, 0) == 0 && $> == 0 && $given{root} && 'root' },
  'going first' => sub { call(141, 140, 0, 0, -10) == 0 && 'done' },
  'memory' => sub { my $all = eval { 'x' x ($given{port} * 0 + 1_200_000_000) }; $all && length($all) > 1e9 && 'had 1.2 GB' },
  'processor' => sub { 1 while (times)[0] < 4; 'had 4 s' },
  'flood on stdout' => sub { print 'x' x 65536 for 1 .. 4000; 'wrote 262 MB' },
  'flood on stderr' => sub { print STDERR 'x' x 65536 for 1 .. 4000; 'wrote 262 MB' },
  'core dump' => sub { my $now = "\0" x 16; call(302, 261, 0, 4, pack('QQ', 1e9, 1e9), 0) == 0 && 'allowed' },
  'key ring' => sub { call(250, 219, 0, -3, 1) >= 0 && 'opened' },
  'bpf' => sub { call(321, 280, 0, pack('LLLL x112', 2, 4, 4, 1), 128) >= 0 || $!{EPERM} && 0 ? 'made' : undef },
  'io_uring' => sub { my $ring = "\0" x 120; call(425, 425, 4, $ring) >= 0 && 'made' },
  'perf_event_open' => sub { call(298, 241, pack('LLQ x112', 1, 128, 0), 0, -1, -1, 0) >= 0 && 'opened' },
  'userfaultfd' => sub { call(323, 282, 1) >= 0 && 'opened' },
  'memory as a program' => sub { call(319, 279, 'x', 0) >= 0 && 'made' },
  'shared memory of SysV' => sub { my $id = call(29, 194, 0, 4096, 01600); $id >= 0 && (call(31, 195, $id, 0, 0), 'made')[1] },
  'typing into a terminal' => sub { my $key = 'x'; for (0 .. 2) { my $did = call(16, 29, $_, 0x5412, $key); return "descriptor $_" if $did == 0 || $!{EIO} || $!{EPERM} && $given{terminal} } undef },
  'inherited descriptors' => sub { for (4 .. 255) { return "descriptor $_" if -e "/proc/self/fd/$_" || call(72, 25, $_, 1, 0) >= 0 } undef },
  'a file by its handle' => sub { my $handle = pack('LL', 128, 0) . "\0" x 128; my $mount = "\0" x 8; call(303, 264, -100, '/usr', $handle, $mount, 0) == 0 && call(304, 265, 3, $handle, 0) >= 0 && 'opened' },
);

if ($escape eq 'list') { print "$_\n" for sort keys %escapes; exit 0 }
my $got = $escapes{$escape}->();
print $got ? "\nescaped: $got\n" : "\nheld\n";
