// Task systems that a user might plug in, from the sensible to the strange. All are legal.
#pragma once

#include <cairn/tasks.h>

#include <thread>
#include <vector>

namespace cairn::test {

// Runs each task inside enqueue(), though it claims to have many workers.
inline TaskSystem immediateTasks(int workerCount) {
    TaskSystem tasks;
    tasks.enqueue = [](TaskFunction task, void* argument, void*) -> void* {
        task(argument);
        return nullptr;
    };
    tasks.finish = [](void*, void*) {};
    tasks.workerCount = workerCount;
    return tasks;
}

// Runs nothing before finish().
struct LazyTasks {
    struct Item {
        TaskFunction task;
        void* argument;
    };
    int started = 0;

    TaskSystem tasks(int workerCount) {
        TaskSystem tasks;
        tasks.enqueue = [](TaskFunction task, void* argument, void*) -> void* { return new Item{task, argument}; };
        tasks.finish = [](void* handle, void* context) {
            Item* item = static_cast<Item*>(handle);
            ++static_cast<LazyTasks*>(context)->started;
            item->task(item->argument);
            delete item;
        };
        tasks.context = this;
        tasks.workerCount = workerCount;
        return tasks;
    }
};

// Starts a thread per task, but only when the last one has been enqueued, newest first: the stragglers of a loaded job
// system.
struct BackwardTasks {
    struct Item {
        TaskFunction task;
        void* argument;
        std::thread thread;
    };
    std::vector<Item*> waiting;
    int expected = 0;

    TaskSystem tasks(int workerCount) {
        expected = workerCount - 1;
        TaskSystem tasks;
        tasks.enqueue = [](TaskFunction task, void* argument, void* context) -> void* {
            BackwardTasks& self = *static_cast<BackwardTasks*>(context);
            self.waiting.push_back(new Item{task, argument, {}});
            Item* item = self.waiting.back();
            if (static_cast<int>(self.waiting.size()) == self.expected)
                while (!self.waiting.empty()) self.startLast();
            return item;
        };
        tasks.finish = [](void* handle, void* context) {
            BackwardTasks& self = *static_cast<BackwardTasks*>(context);
            while (!self.waiting.empty()) self.startLast(); // fewer tasks came than expected
            Item* item = static_cast<Item*>(handle);
            item->thread.join();
            delete item;
        };
        tasks.context = this;
        tasks.workerCount = workerCount;
        return tasks;
    }

private:
    void startLast() {
        Item* item = waiting.back();
        waiting.pop_back();
        item->thread = std::thread(item->task, item->argument);
    }
};

} // namespace cairn::test
