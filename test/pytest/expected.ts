/**
 * What has to be read from the captured cases: for each failure the node id (with the subtest and the phase, where
 * it is not the call), the exceptions before it, the exception, its frames, and the leaves of a group.
 *
 * A case whose output differs between versions has an entry for `case@label`.
 */
export const EXPECTED: Record<string, string> = {
  groups: `
test_groups.py::test_several
  ExceptionGroup: many (3 sub-exceptions)
    test_groups.py:26 test_several
  leaf: ValueError: leaf 1
      test_groups.py:20 catch
      test_groups.py:10 fail
  leaf: TypeError: bare
  leaf: ValueError: leaf 2
      test_groups.py:20 catch
      test_groups.py:10 fail
test_groups.py::test_one
  ExceptionGroup: single (1 sub-exception)
    test_groups.py:30 test_one
  leaf: ValueError: leaf 3
      test_groups.py:20 catch
      test_groups.py:10 fail
test_groups.py::test_nested
  ExceptionGroup: outer (2 sub-exceptions)
    test_groups.py:35 test_nested
  leaf: ValueError: leaf 4
      test_groups.py:20 catch
      test_groups.py:10 fail
  leaf: KeyError: 'k'
  leaf: ValueError: leaf 5
      test_groups.py:20 catch
      test_groups.py:10 fail
test_groups.py::test_hidden
  ExceptionGroup: hide (2 sub-exceptions)
    test_groups.py:39 test_hidden
  leaf: ValueError: leaf 6
      test_groups.py:20 catch
      test_groups.py:15 hidden
      test_groups.py:10 fail
  leaf: ValueError: leaf 7
      test_groups.py:20 catch
      test_groups.py:15 hidden
      test_groups.py:10 fail
test_groups.py::test_behind
  cause: ValueError: leaf 8
    test_groups.py:44 test_behind
    test_groups.py:10 fail
  ExceptionGroup: wrapped (1 sub-exception)
    test_groups.py:46 test_behind
  leaf: ValueError: leaf 8
      test_groups.py:44 test_behind
      test_groups.py:10 fail
test_groups.py::test_in_front
  cause: ExceptionGroup: first (1 sub-exception)
    test_groups.py:51 test_in_front
  RuntimeError: line one
    test_groups.py:53 test_in_front
  leaf: ValueError: leaf 9
      test_groups.py:20 catch
      test_groups.py:10 fail
`,
  chains: `
test_chains.py::test_exit
  IndexError: list index out of range
    test_chains.py:5 test_exit
    helper.py:7 __exit__
    test_chains.py:6 test_exit
    helper.py:11 low
test_chains.py::test_finally
  context: IndexError: list index out of range
    helper.py:16 cleanup
    helper.py:11 low
  KeyError: 'missing'
    test_chains.py:10 test_finally
    helper.py:18 cleanup
test_chains.py::test_cycle
  cause: TypeError: two
  ValueError: one
    test_chains.py:18 test_cycle
test_chains.py::test_from_none
  LookupError: hidden
    test_chains.py:25 test_from_none
test_chains.py::test_three
  cause: IndexError: list index out of range
    test_chains.py:31 test_three
    helper.py:11 low
  context: KeyError: 'second'
    test_chains.py:33 test_three
  RuntimeError: third
    test_chains.py:35 test_three
test_chains.py::test_past_the_end
  context: IndexError: list index out of range
    test_chains.py:40 test_past_the_end
    test_chains.py:901 <module>
    helper.py:11 low
  OSError: late
    test_chains.py:42 test_past_the_end
    test_chains.py:951 ?
`,
  subdir: `
test_sub.py::test_parse
  AttributeError: 'NoneType' object has no attribute 'strip'
    test_sub.py:9 test_parse
    ../lib/core.py:2 parse
`,
  "subdir-deep": `
../checks/test_sub.py::test_parse
  AttributeError: 'NoneType' object has no attribute 'strip'
    ../checks/test_sub.py:9 test_parse
    core.py:2 parse
`,
  asserts: `
test_asserts.py::test_over_lines
  AssertionError: not the same
    test_asserts.py:13 test_over_lines
test_asserts.py::test_decorator
  AssertionError: assert 1 == 2
    test_asserts.py:23 test_decorator
test_asserts.py::test_decorated
  TypeError: 'int' object is not subscriptable
    test_asserts.py:44 test_decorated
    test_asserts.py:40 decorated
test_asserts.py::test_matrix_product
  ValueError: no product
    test_asserts.py:52 test_matrix_product
    test_asserts.py:50 __matmul__
test_asserts.py::test_raises
  Failed: DID NOT RAISE <class 'KeyError'>
    test_asserts.py:57 test_raises
test_asserts.py::test_text
  AssertionError: assert 'one\\ntwo' == 'one\\nthree'
    test_asserts.py:62 test_text
test_asserts.py::test_no_trace
  Failed: plain words
test_asserts.py::test_fail
  Failed: with trace
    test_asserts.py:70 test_fail
`,
  syntax: `
test_broken.py collection
  SyntaxError: invalid syntax
    test_broken.py:1 ?
test_imports_broken.py collection
  SyntaxError: '(' was never closed
    test_imports_broken.py:1 <module>
    bad_module.py:2 ?
test_compile.py::test_compile
  SyntaxError: invalid syntax
    test_compile.py:6 test_compile
    test_compile.py:2 build
    template.txt:2 ?
test_compile.py::test_eval
  SyntaxError: invalid syntax
    test_compile.py:10 test_eval
    <string>:1 ?
`,
  imports: `
test_missing.py collection
  ModuleNotFoundError: No module named 'nothing_of_this_name'
    test_missing.py:1 <module>
test_raises_on_import.py collection
  KeyError: 'at import'
    test_raises_on_import.py:1 <module>
    broken_package/__init__.py:1 <module>
test_dynamic.py::test_dynamic
  KeyError: 'at import'
    test_dynamic.py:5 test_dynamic
    (importlib/__init__.py)
    (import)
    broken_package/__init__.py:1 <module>
test_dynamic.py::test_name
  ModuleNotFoundError: No module named 'no_such_package'
    test_dynamic.py:9 test_name
    (importlib/__init__.py)
    (import)
`,
  confbroken: `
/home/dev/confbroken/conftest.py collection
  ModuleNotFoundError: No module named 'not_installed_at_all'
    conftest.py:1 <module>
`,
  internal: `

  AttributeError: 'NoneType' object has no attribute 'append'
    conftest.py:4 pytest_runtest_logreport
`,
  "odd-frames": `
test_exec.py::test_exec
  KeyError: 'k'
    test_exec.py:2 test_exec
    <string>:3 <module>
    <string>:2 ?
test_exec.py::test_eval
  IndexError: list index out of range
    test_exec.py:6 test_eval
    <string>:1 ?
test_exec.py::test_lambda
  KeyError: 'l'
    test_exec.py:10 test_lambda
    test_exec.py:10 <lambda>
test_exec.py::test_comprehension
  AttributeError: 'NoneType' object has no attribute 'upper'
    test_exec.py:14 test_comprehension
    test_exec.py:14 ?
test_exec.py::test_recursion
  RecursionError: maximum recursion depth exceeded
    test_exec.py:21 test_recursion
    test_exec.py:19 down
    test_exec.py:19 down
`,
  markers: `
test_markers.py::test_marks
  ZeroDivisionError: division by zero
    test_markers.py:6 test_marks
    test_markers.py:2 deep
`,
  xdist: `
test_b.py::test_three setup
  OSError: no disk
    test_b.py:6 broken
test_a.py::test_one
  AttributeError: 'int' object has no attribute 'missing'
    test_a.py:6 test_one
    test_a.py:2 level
test_a.py::test_two
  AttributeError: 'int' object has no attribute 'missing'
    test_a.py:11 test_two
    test_a.py:2 level
`,
  crash: `
test_crash.py::TestCrash::test_dies
  Fatal Python error: Segmentation fault
    test_crash.py:10 test_dies
    test_crash.py:5 poke
    (ctypes/__init__.py)
`,
  "crash-xdist": `
test_crash.py::TestCrash::test_dies
  Fatal Python error: Segmentation fault
    test_crash.py:10 test_dies
    test_crash.py:5 poke
    (ctypes/__init__.py)
`,
  "subtests-plugin": `
test_subs.py::test_subs [part] (i=1)
  KeyError: 'v'
    test_subs.py:8 test_subs
    test_subs.py:2 half
test_subs.py::test_subs [part] (i=2)
  TypeError: unsupported operand type(s) for //: 'NoneType' and 'int'
    test_subs.py:8 test_subs
    test_subs.py:2 half
test_subs.py::test_named [only a message]
  AssertionError: assert 1 == 2
    test_subs.py:13 test_named
test_subs.py::test_keyed (i=0)
  AssertionError: assert 3 == 4
    test_subs.py:18 test_keyed
`,
  "subtests-unittest": `
test_unit_subs.py::T::test_subs [part] (i=1)
  KeyError: 'v'
    test_unit_subs.py:12 test_subs
    test_unit_subs.py:5 half
test_unit_subs.py::T::test_subs [part] (i=2)
  TypeError: unsupported operand type(s) for //: 'NoneType' and 'int'
    test_unit_subs.py:12 test_subs
    test_unit_subs.py:5 half
`,
  ids: `
test_ids.py::test_str[a::b]
  AssertionError: assert 'a::b' is None
    test_ids.py:8 test_str
test_ids.py::test_str[with space]
  AssertionError: assert 'with space' is None
    test_ids.py:8 test_str
test_ids.py::test_str[[x]]
  AssertionError: assert '[x]' is None
    test_ids.py:8 test_str
test_ids.py::test_str[a - b]
  AssertionError: assert 'a - b' is None
    test_ids.py:8 test_str
test_ids.py::test_str[q'"q]
  AssertionError: assert 'q\\'"q' is None
    test_ids.py:8 test_str
test_ids.py::test_str[\\xfcn\\xefcode]
  AssertionError: assert 'ünïcode' is None
    test_ids.py:8 test_str
test_ids.py::test_str[line\\nbreak]
  AssertionError: assert 'line\\nbreak' is None
    test_ids.py:8 test_str
test_ids.py::test_str[tab\\t]
  AssertionError: assert 'tab\\t' is None
    test_ids.py:8 test_str
test_ids.py::test_str[back\\\\slash]
  AssertionError: assert 'back\\\\slash' is None
    test_ids.py:8 test_str
test_ids.py::test_str[]]
  AssertionError: assert ']' is None
    test_ids.py:8 test_str
test_ids.py::test_str[]
  AssertionError: assert '' is None
    test_ids.py:8 test_str
test_ids.py::test_str[a[]
  AssertionError: assert 'a[' is None
    test_ids.py:8 test_str
test_ids.py::test_str[x - y]]
  AssertionError: assert 'x - y]' is None
    test_ids.py:8 test_str
test_ids.py::test_str[$HOME \`id\`]
  AssertionError: assert '$HOME \`id\`' is None
    test_ids.py:8 test_str
test_ids.py::TestÄ::test_ö[\\u65e5\\u672c\\u8a9e - x]
  ValueError: v - w
    test_ids.py:14 test_ö
test_ids.py::test_dots[c.d-a.b]
  AssertionError: assert 'a.b' == 'c.d'
    test_ids.py:20 test_dots
`,
  "ids-raw": `
test_raw.py::test_str[a::b]
  AssertionError: assert 'a::b' is None
    test_raw.py:8 test_str
test_raw.py::test_str[with space]
  AssertionError: assert 'with space' is None
    test_raw.py:8 test_str
test_raw.py::test_str[[x]]
  AssertionError: assert '[x]' is None
    test_raw.py:8 test_str
test_raw.py::test_str[a - b]
  AssertionError: assert 'a - b' is None
    test_raw.py:8 test_str
test_raw.py::test_str[q'"q]
  AssertionError: assert 'q\\'"q' is None
    test_raw.py:8 test_str
test_raw.py::test_str[ünïcode]
  AssertionError: assert 'ünïcode' is None
    test_raw.py:8 test_str
test_raw.py::test_str[line
break]
  AssertionError: assert 'line\\nbreak' is None
    test_raw.py:8 test_str
test_raw.py::test_str[tab	]
  AssertionError: assert 'tab\\t' is None
    test_raw.py:8 test_str
test_raw.py::test_str[back\\slash]
  AssertionError: assert 'back\\\\slash' is None
    test_raw.py:8 test_str
test_raw.py::test_str[]]
  AssertionError: assert ']' is None
    test_raw.py:8 test_str
test_raw.py::test_str[]
  AssertionError: assert '' is None
    test_raw.py:8 test_str
test_raw.py::test_str[a[]
  AssertionError: assert 'a[' is None
    test_raw.py:8 test_str
test_raw.py::test_str[x - y]]
  AssertionError: assert 'x - y]' is None
    test_raw.py:8 test_str
test_raw.py::test_str[$HOME \`id\`]
  AssertionError: assert '$HOME \`id\`' is None
    test_raw.py:8 test_str
test_raw.py::TestÄ::test_ö[日本語 - x]
  ValueError: v - w
    test_raw.py:14 test_ö
test_raw.py::test_dots[c.d-a.b]
  AssertionError: assert 'a.b' == 'c.d'
    test_raw.py:20 test_dots
`,
  printed: `
test_printed.py::test_prints_and_fails
  IndexError: list index out of range
    test_printed.py:20 test_prints_and_fails
test_printed.py::test_prints_a_session
  KeyError: 'outer'
    test_printed.py:50 test_prints_a_session
`,
  unit: `
test_unit.py::Server::test_one setup
  KeyError: 'name'
    test_unit.py:11 setUpClass
    test_unit.py:5 connect
test_unit.py::Server::test_two setup
  KeyError: 'name'
    test_unit.py:11 setUpClass
    test_unit.py:5 connect
test_unit.py::Closing::test_three teardown
  KeyError: 'name'
    test_unit.py:23 tearDownClass
    test_unit.py:5 connect
test_unit.py::Plain::test_chained
  cause: KeyError: 'name'
    test_unit.py:51 test_chained
    test_unit.py:5 connect
  ValueError: wrapped
    test_unit.py:53 test_chained
test_unit.py::Plain::test_errors
  AttributeError: 'NoneType' object has no attribute 'strip'
    test_unit.py:42 test_errors
test_unit.py::Plain::test_fails
  AssertionError: Lists differ: [1, 2] != [1, 3]
    test_unit.py:38 test_fails
test_unit.py::Plain::test_subs (i=1)
  AssertionError: 1 != 0
    test_unit.py:47 test_subs
`,
  "unit-module": `
test_noimport.py collection
  ModuleNotFoundError: No module named 'nothing_of_this_name'
    test_noimport.py:1 <module>
test_module.py::T::test_x setup
  IndexError: pop from empty list
    test_module.py:5 setUpModule
`,
  "unit-cleanup": `
test_double.py::Double::test_both teardown
  KeyError: 'in teardown'
    test_double.py:6 tearDown
test_double.py::Double::test_both
  IndexError: list index out of range
    test_double.py:9 test_both
`,
  teardown: `
test_teardown.py::test_fine teardown
  AttributeError: 'NoneType' object has no attribute 'close'
    test_teardown.py:11 handle
    test_teardown.py:5 close
test_teardown.py::test_both teardown
  ExceptionGroup: errors during test teardown (2 sub-exceptions)
  leaf: AttributeError: 'str' object has no attribute 'close'
      test_teardown.py:23 teardown_module
      test_teardown.py:5 close
  leaf: AttributeError: 'NoneType' object has no attribute 'close'
      test_teardown.py:11 handle
      test_teardown.py:5 close
test_teardown.py::test_both
  AssertionError: assert None == 1
    test_teardown.py:19 test_both
`,
  doctests: `
generated.py::generated.Lazy
  DocTestFailure: Expected:
    generated.py:15 ?
generated.py::generated.__test__.stored incomplete
  DocTestFailure: Expected:
notes.txt::notes.txt
  DocTestFailure: Expected:
    notes.txt:3 ?
pkg/maths.py::pkg.maths.Box.size
  DocTestFailure: Expected:
    pkg/maths.py:22 ?
pkg/maths.py::pkg.maths.boom
  KeyError: 'k'
    pkg/maths.py:12 ?
    pkg/maths.py:15 boom
pkg/maths.py::pkg.maths.double
  DocTestFailure: Expected:
    pkg/maths.py:4 ?
`,
  spaces: `
my tests/test_a b.py::test_x
  AttributeError: 'NoneType' object has no attribute 'go'
    my tests/test_a b.py:9 test_x
    my_lib/core.py:2 go
`,
  locals: `
test_locals.py::test_locals
  TypeError: list indices must be integers or slices, not str
    test_locals.py:12 test_locals
    test_locals.py:7 work
`,
  "long-ids": `
test_long.py::test_with_an_id_that_leaves_no_room[xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx] incomplete
  : 
`,
  remote: `
test_remote.py::test_message_with_traceback
  RuntimeError: worker said:
    test_remote.py:9 test_message_with_traceback
test_remote.py::test_message_like_a_frame
  RuntimeError: pkg/x.py:3: in f
    test_remote.py:13 test_message_like_a_frame
test_remote.py::test_stops_here
  AssertionError: assert 0
    test_remote.py:17 test_stops_here
`,
  stops: `
test_remote.py::test_message_with_traceback
  RuntimeError: worker said:
    test_remote.py:9 test_message_with_traceback
`,
  unittest: `
test_unit.py::Closing teardown
  KeyError: 'name'
    test_unit.py:23 tearDownClass
    test_unit.py:5 connect
test_unit.py::Plain::test_chained
  cause: KeyError: 'name'
    test_unit.py:51 test_chained
    test_unit.py:5 connect
  ValueError: wrapped
    test_unit.py:53 test_chained
test_unit.py::Plain::test_errors
  AttributeError: 'NoneType' object has no attribute 'strip'
    test_unit.py:42 test_errors
test_unit.py::Server setup
  KeyError: 'name'
    test_unit.py:11 setUpClass
    test_unit.py:5 connect
test_unit.py::Plain::test_fails
  AssertionError: Lists differ: [1, 2] != [1, 3]
    test_unit.py:38 test_fails
test_unit.py::Plain::test_subs (i=1)
  AssertionError: 1 != 0
    test_unit.py:47 test_subs
`,
  "unittest-b": `
test_unit.py::Plain::test_chained
  cause: KeyError: 'name'
    test_unit.py:51 test_chained
    test_unit.py:5 connect
  ValueError: wrapped
    test_unit.py:53 test_chained
test_unit.py::Plain::test_errors
  AttributeError: 'NoneType' object has no attribute 'strip'
    test_unit.py:42 test_errors
test_unit.py::Plain::test_fails
  AssertionError: Lists differ: [1, 2] != [1, 3]
    test_unit.py:38 test_fails
test_unit.py::Plain::test_subs (i=1)
  AssertionError: 1 != 0
    test_unit.py:47 test_subs
`,
  "unittest-discover": `
test_module.py setup
  IndexError: pop from empty list
    test_module.py:5 setUpModule
test_noimport.py collection
  ModuleNotFoundError: No module named 'nothing_of_this_name'
    test_noimport.py:1 <module>
`,
  "unittest-cleanup": `
test_double.py::Double::test_both
  IndexError: list index out of range
    test_double.py:9 test_both
test_double.py::Double::test_both
  KeyError: 'in teardown'
    test_double.py:6 tearDown
`,
  "unittest-nested": `
tests/test_cart.py::Old::test_old
  AssertionError: 2 != 3
    tests/test_cart.py:45 test_old
`,
  script: `

  cause: JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)
    main.py:6 read
    (json/__init__.py)
    (json/decoder.py)
  RuntimeError: bad input
    main.py:16 <module>
    main.py:13 main
    main.py:8 read
`,
  cython: `
test_cython.py::test_cython
  KeyError: 'key'
    test_cython.py:5 test_cython
    fastmod.pyx:2 fastmod.outer
    fastmod.pyx:6 ?
`,
  "imports-full": `
test_missing.py collection
  ModuleNotFoundError: No module named 'nothing_of_this_name'
    test_missing.py:1 <module>
test_raises_on_import.py collection
  KeyError: 'at import'
    test_raises_on_import.py:1 <module>
    broken_package/__init__.py:1 <module>
test_dynamic.py::test_dynamic
  KeyError: 'at import'
    test_dynamic.py:5 test_dynamic
    (importlib/__init__.py)
    (import)
    broken_package/__init__.py:1 <module>
test_dynamic.py::test_name
  ModuleNotFoundError: No module named 'no_such_package'
    test_dynamic.py:9 test_name
    (importlib/__init__.py)
    (import)
`,
  "imports-stops": `
test_missing.py collection
  ModuleNotFoundError: No module named 'nothing_of_this_name'
    test_missing.py:1 <module>
test_raises_on_import.py collection
  KeyError: 'at import'
    test_raises_on_import.py:1 <module>
    broken_package/__init__.py:1 <module>
`,
  "odd-frames-short": `
test_exec.py::test_exec
  KeyError: 'k'
    test_exec.py:2 test_exec
    <string>:3 <module>
    <string>:2 f
test_exec.py::test_eval
  IndexError: list index out of range
    test_exec.py:6 test_eval
    <string>:1 <module>
test_exec.py::test_lambda
  KeyError: 'l'
    test_exec.py:10 test_lambda
    test_exec.py:10 <lambda>
test_exec.py::test_comprehension
  AttributeError: 'NoneType' object has no attribute 'upper'
    test_exec.py:14 test_comprehension
    test_exec.py:14 <listcomp>
test_exec.py::test_recursion
  RecursionError: maximum recursion depth exceeded
    test_exec.py:21 test_recursion
    test_exec.py:19 down
    test_exec.py:19 down
`,
  "crash-quiet": `

  Fatal Python error: Segmentation fault
    test_crash.py:10 test_dies
    test_crash.py:5 poke
    (ctypes/__init__.py)
`,
};
