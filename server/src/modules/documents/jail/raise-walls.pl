# Raises walls around this process, then becomes the program: limits, Landlock where it is asked for, a filter of calls.
# Perl is on every Debian (perl-base) and can make any call of the kernel, so nothing has to be compiled. The arguments are numbers
# and paths of ours, see run-limited.ts. Descriptor 4 tells that the walls stand ("u") and that the program is missing ("x"); it is
# closed when the program begins, so that nobody else can say so.
use strict;
use warnings;

$^F = 3;    # descriptor 3, the file, stays open in the program
my ($calls, $limits, $filter, $landlock, @program) = @ARGV;
my %call = split /[=,]/, $calls;
open(my $status, '>&=', 4) or fall('status');
fcntl($status, 2, 1) or fall('status');

sub fall { print STDERR "walls: $_[0]: $!\n"; exit 125 }
sub made { my ($what, $result) = @_; fall($what) if $result < 0; return $result }
sub make { my ($name, @rest) = @_; return made($name, syscall(0 + $call{$name}, @rest)) }

setpriority(0, 0, 5);
make('close_range', 5, 0xffffffff, 0) ;
make('prctl', 1, 9, 0, 0, 0);     # ends with its parent
make('prctl', 38, 1, 0, 0, 0);    # gains no rights, as by programs with setuid
raise_landlock(split /:/, $landlock) if $landlock ne '';
for (split /,/, $limits) {
  my ($resource, $value, $most) = split /[=-]/;
  $value = room_for($resource, $value, $most) if defined $most;
  make('prlimit64', 0, 0 + $resource, pack('QQ', $value, $value), 0);
}
my $code = pack('H*', $filter);
make('seccomp', 1, 0, pack('S x6 P', length($code) / 8, $code));
syswrite($status, 'u') or fall('status');
{ no warnings; exec { $program[0] } @program; }
syswrite($status, 'x');
exit 127;

# The least limit on processes that leaves room for one: those of others with the same user count too, and cannot be counted here.
sub room_for {
  my ($resource, $value, $most) = @_;
  for (; $value < $most; $value *= 2) {
    make('prlimit64', 0, 0 + $resource, pack('QQ', $value, $most), 0);
    my $child = fork() // next;
    exit 0 if $child == 0;
    waitpid($child, 0);
    last;
  }
  return $value;
}

# Reading and running below the paths, writing below what is marked by +, reading descriptor 3, and nothing else of any file.
sub raise_landlock {
  my $abi = make('landlock_create_ruleset', 0, 0, 1);
  my $all = $abi >= 5 ? 0xffff : $abi >= 3 ? 0x7fff : $abi == 2 ? 0x3fff : 0x1fff;
  my $size = $abi >= 6 ? 24 : $abi >= 4 ? 16 : 8;
  # No TCP, no abstract socket, no signal to the outside, where the kernel can; the filter has them anyway.
  my $attributes = pack('QQQ', $all, 3, 3);
  my $rules = make('landlock_create_ruleset', $attributes, $size, 0);
  for (@_) {
    my ($writes, $path) = /^([+]?)(.*)$/;
    next unless sysopen(my $at, $path, 010000000);
    permit($rules, fileno($at), -d $path ? 0x000d : 0x0005, $writes eq '' ? 0 : -d $path ? 0x4122 : 0x0002, $all);
  }
  if (open(my $file, '<&', 3)) { permit($rules, 3, 0x0004, 0, $all) if -f $file }
  make('landlock_restrict_self', $rules, 0);
  syscall(0 + $call{close}, $rules);
}

sub permit {
  my ($rules, $at, $reads, $writes, $all) = @_;
  make('landlock_add_rule', $rules, 1, pack('Ql', ($reads | $writes) & $all, $at), 0);
}
