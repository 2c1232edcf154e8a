// How a test that is linked with the shim tells it what is to fail.
#pragma once

extern "C" {

/// From now on the operation number `at` (from 1) on files below the folder fails with errno `reason`; with `stays` all
/// after it as well. 0: none fails. Counts anew.
void fault_plan(const char* below, long at, int stays, int reason);
/// Operations so far.
long fault_count();
/// Name of the operation that failed first: "open", "write", "flush", "sync", "close", "rename", "truncate", "mkdir";
/// "" when none has.
const char* fault_failed();
}
